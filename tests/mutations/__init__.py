"""Small changes of the product's code that a test must notice."""

"""Small changes to the product's code that a test must notice."""

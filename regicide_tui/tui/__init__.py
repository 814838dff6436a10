"""The app on the screen: widgets take a view and post actions; they compute no rule."""

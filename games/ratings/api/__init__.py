"""Ratings over HTTP: a class an operation, each calls one function below."""

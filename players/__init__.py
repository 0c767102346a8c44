"""The user model, sign-in, sessions, profiles and erasure; it knows neither games nor tournaments."""

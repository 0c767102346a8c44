"""The Django project: what ties the apps together. Named in settings, imported by no app."""

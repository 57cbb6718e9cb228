-- An owner's newsletter form: the provider's address that it posts to, and the name of its field.
alter table stores
  add column newsletter_url text,
  add column newsletter_field text,
  add column newsletter_heading text;

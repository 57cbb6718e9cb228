-- Names the configured secret that the key is encrypted with. Null: an earlier version stored the key in plain text,
-- and the next start of an api encrypts it.
alter table identity_keys add column encrypted_with text;

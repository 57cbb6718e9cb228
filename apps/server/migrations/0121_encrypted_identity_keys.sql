-- Which secret of the configuration the key is encrypted with. Null: an earlier version wrote it in plain text; the next start of an api encrypts it.
alter table identity_keys add column encrypted_with text;

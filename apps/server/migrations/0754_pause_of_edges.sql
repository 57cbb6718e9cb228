-- While a restored instance is paused, its edges allow no certificates of own domains.
grant select on restored_backups to linkshelf_edge;

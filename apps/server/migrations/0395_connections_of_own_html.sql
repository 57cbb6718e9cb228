-- The owner's HTML opens connections on paid plans only, so an edge reads the plan of a store's organization.
grant select (package) on organizations to linkshelf_edge;

-- The owner's HTML may open connections only on paid plans, so an edge reads the plan of a store's organization.
grant select (package) on organizations to linkshelf_edge;

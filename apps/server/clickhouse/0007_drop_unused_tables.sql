-- The views that filled these tables were dropped when daily rollups replaced them. Nothing writes or reads the tables
-- anymore.
DROP TABLE IF EXISTS {stored project_countries};
DROP TABLE IF EXISTS {view project_countries};

DROP TABLE IF EXISTS {stored project_visitors};
DROP TABLE IF EXISTS {view project_visitors};

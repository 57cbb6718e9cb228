-- Their views were dropped when daily rollups replaced them; since then nothing writes or reads them.
DROP TABLE IF EXISTS {stored project_countries};
DROP TABLE IF EXISTS {view project_countries};

DROP TABLE IF EXISTS {stored project_visitors};
DROP TABLE IF EXISTS {view project_visitors};

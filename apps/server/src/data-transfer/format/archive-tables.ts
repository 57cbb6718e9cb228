// The project tables in an archive, each with its columns in their order. An export selects these columns, and an
// import validates every value with their schemas, because the archive comes from a stranger. A test fails if a table
// or column is neither here nor in `omitted-data.ts`.
import type { ArchiveTable } from './archive-columns.ts'
import { earningTables } from './earning-tables.ts'
import { linkTables } from './link-tables.ts'
import { storeTables } from './store-tables.ts'

/** The tables are in an order in which an import can insert them. */
export const archiveTables: readonly ArchiveTable[] = [...linkTables, ...storeTables, ...earningTables]

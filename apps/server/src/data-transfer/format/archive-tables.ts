// The tables of a project that an archive has, each with its columns in their order. An export selects by this list,
// and an import checks every value by it: an archive is input of a stranger. A test fails for a table or a column that
// is neither here nor in `omitted-data.ts`.
import type { ArchiveTable } from './archive-columns.ts'
import { earningTables } from './earning-tables.ts'
import { linkTables } from './link-tables.ts'
import { storeTables } from './store-tables.ts'

/** The tables in the order in which an import can insert them. */
export const archiveTables: readonly ArchiveTable[] = [...linkTables, ...storeTables, ...earningTables]

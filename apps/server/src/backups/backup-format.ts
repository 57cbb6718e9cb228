// The format of a back-up: a folder with `manifest.json` and the files that the manifest lists.
import { z } from 'zod'

/** Increases whenever an earlier release could not restore the back-up correctly. */
export const backupFormat = 1

export const manifestName = 'manifest.json'

const storedFile = z.object({
  /** The path within the back-up. */
  path: z.string().regex(/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/),
  /** The size of the stored file in bytes. */
  bytes: z.number().int().nonnegative(),
  /** The SHA-256 of the content before compression, in hexadecimal. A path that ends in `.zst` means compression. */
  sha256: z.string(),
})

/** A name as PostgreSQL's `quote_ident` returns it. No other name is valid, because a restore puts it into SQL. */
const quotedName = '([a-z_][a-z0-9_$]*|"[\\w $-]+")'
const columnName = z.string().regex(new RegExp(`^${quotedName}$`))
const tableName = z.string().regex(new RegExp(`^(public|graphile_worker)\\.${quotedName}$`))

const postgresTable = z.object({ name: tableName, columns: z.array(columnName), rows: z.number().int(), file: storedFile })

/** Names of migrations of each database. */
const migrationNames = z.object({ postgres: z.array(z.string()), clickhouse: z.array(z.string()) })

const clickPartition = z.object({
  table: z.string().regex(/^\w+$/),
  /** `yyyymm`, `yyyy` or `all`. */
  id: z.string().regex(/^\w+$/),
  columns: z.array(z.string().regex(/^\w+$/)),
  rows: z.number().int(),
  /** The sum of the hashes of all rows. */
  hash: z.string(),
  files: z.array(storedFile),
})

/** The part of a manifest that no release changes. */
export const anyManifestSchema = z.object({ format: z.number() })

export const manifestSchema = z.object({
  format: z.literal(backupFormat),
  /** The release that made the back-up, for example `0.1.0 (585e975a)`. */
  release: z.string(),
  /** Identifies the instance. Missing if the schema was older than the table `instance_identity`. */
  instance: z.uuid().optional(),
  /** The instant whose rows the back-up contains. */
  takenAt: z.iso.datetime(),
  /** Missing if the back-up was made without secrets. */
  secrets: z.object({ file: storedFile, tables: z.array(z.object({ name: z.string(), rows: z.number().int() })) }).optional(),
  /** The migrations that an upgrade was about to apply. Missing if the back-up was not made for an upgrade. */
  upgrade: migrationNames.optional(),
  postgres: z.object({
    migrations: z.array(z.string()),
    tables: z.array(postgresTable),
    sequences: z.array(z.object({ name: z.string(), value: z.string() })),
    /** The time of the first migration, which identifies the database. A restored database has another time. */
    createdAt: z.string().optional(),
  }),
  clickhouse: z.object({
    migrations: z.array(z.string()),
    /** Rows from before this instant, in milliseconds since 1970, had expired and are not in the back-up. */
    expiredBefore: z.number(),
    partitions: z.array(clickPartition),
  }),
})

export type Manifest = z.infer<typeof manifestSchema>
export type MigrationNames = z.infer<typeof migrationNames>
export type StoredFile = z.infer<typeof storedFile>

/** Returns the size of the stored files in bytes, without the manifest. */
export function countStoredBytes({ secrets, postgres, clickhouse }: Manifest): number {
  const tables = [...postgres.tables, ...(secrets === undefined ? [] : [secrets])]
  const files = [...tables.map(({ file }) => file), ...clickhouse.partitions.flatMap((partition) => partition.files)]
  return files.reduce((total, { bytes }) => total + bytes, 0)
}

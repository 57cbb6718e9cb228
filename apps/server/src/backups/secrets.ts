// The secrets of a back-up, in one file that a passphrase encrypts: rows of tables that are otherwise omitted, and keys
// of authenticator apps, which are otherwise copied as only the original instance can decrypt them.
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import pg from 'pg'
import { z } from 'zod'
import type { DatabaseSnapshot } from '../platform/postgres/copy-tables.ts'
import { StartError } from '../platform/process/start-error.ts'
import type { Manifest } from './backup-format.ts'
import type { BackupReader, BackupWriter } from './targets/backup-target.ts'

/** A table whose secrets the instance encrypts with a secret of its own. The ciphertext is bound to the row's id. */
export interface SecretTable {
  /** `schema.table`, quoted where SQL requires it. */
  name: string
  idColumn: string
  secretColumn: string
  /** The setting that can replace the secret of the data folder. */
  setting: string
  encrypt(id: string, plain: string): { secret: string; encrypted_with: string | null }
  /** Returns undefined if another secret encrypted the row. */
  decrypt(id: string, stored: { secret: string; encrypted_with: string | null }): string | undefined
}

type StoredSecrets = NonNullable<Manifest['secrets']>

const secretsFile = 'secrets.age'

const secretRow = z.record(z.string(), z.json())
const contentSchema = z.object({ tables: z.array(z.object({ name: z.string(), rows: z.array(secretRow) })) })

/** Rows whose secrets are in plain text, by table. */
export type Secrets = z.infer<typeof contentSchema>

const encryptedColumn = 'encrypted_with'

/**
 * Reads the rows of the tables, and decrypts them. Omits rows that the instance itself can't decrypt any more. Throws a
 * StartError if no row of a table can be decrypted, because then this machine lacks a setting.
 */
export async function readSecrets(snapshot: DatabaseSnapshot, tables: readonly SecretTable[]): Promise<Secrets> {
  const read: Secrets['tables'] = []
  const existing = new Set(snapshot.tables.map(({ name }) => name))
  // A database that is not migrated yet lacks tables of this release.
  for (const table of tables.filter(({ name }) => existing.has(name))) {
    const stored = z.array(secretRow).parse(await snapshot.selectRows(table.name))
    const rows = stored.map((row) => decryptRow(table, row)).filter((row) => row !== undefined)
    if (rows.length === 0 && stored.length > 0)
      throw new StartError(
        `The secrets in ${table.name} can't be decrypted: set ${table.setting} as for the processes, or back up without --secrets.`,
      )
    read.push({ name: table.name, rows })
  }
  return { tables: read }
}

function decryptRow({ idColumn, secretColumn, decrypt }: SecretTable, row: z.infer<typeof secretRow>): typeof row | undefined {
  const stored = { secret: String(row[secretColumn]), encrypted_with: z.string().nullable().parse(row[encryptedColumn]) }
  const plain = decrypt(String(row[idColumn]), stored)
  return plain === undefined ? undefined : { ...row, [secretColumn]: plain, [encryptedColumn]: null }
}

/** Stores the secrets in the back-up, in the format of the program `age`. */
export async function writeSecrets(writer: BackupWriter, secrets: Secrets, passphrase: string): Promise<StoredSecrets> {
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  const encrypted = await encrypter.encrypt(JSON.stringify(secrets))
  const file = await writer.writeFile(secretsFile, Readable.from([Buffer.from(encrypted)], { objectMode: false }))
  return { file, tables: secrets.tables.map(({ name, rows }) => ({ name, rows: rows.length })) }
}

/** Throws a StartError if another passphrase encrypted the secrets. */
export async function decryptSecrets(backup: BackupReader, { file }: StoredSecrets, passphrase: string): Promise<Secrets> {
  const encrypted = await buffer(backup.readFile(file))
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  const text = await decrypter.decrypt(encrypted, 'text').catch((cause: unknown) => {
    throw new StartError(`BACKUP_PASSPHRASE is not the passphrase of the secrets in ${backup.location}. Nothing was changed.`, { cause })
  })
  return contentSchema.parse(JSON.parse(text))
}

/**
 * Returns SQL that stores the rows, encrypted with the secrets of this instance. A row that the back-up also contains
 * with the ciphertext of the original instance gets the new ciphertext.
 */
export function toInsertSql(secrets: Secrets, tables: readonly SecretTable[]): string {
  return secrets.tables
    .map(({ name, rows }) => {
      const table = tables.find((known) => known.name === name)
      // Without this check, a back-up could name any table.
      if (table === undefined) throw new StartError(`The back-up has secrets of ${name}, which this release does not know.`)
      const encrypted = rows.map((row) => encryptRow(table, row))
      const { idColumn, secretColumn } = table
      return `insert into ${name} select * from jsonb_populate_recordset(null::${name}, ${pg.escapeLiteral(JSON.stringify(encrypted))})
        on conflict (${idColumn}) do update set ${secretColumn} = excluded.${secretColumn}, ${encryptedColumn} = excluded.${encryptedColumn};`
    })
    .join('\n')
}

function encryptRow({ idColumn, secretColumn, encrypt }: SecretTable, row: z.infer<typeof secretRow>): typeof row {
  const { secret, encrypted_with } = encrypt(String(row[idColumn]), String(row[secretColumn]))
  return { ...row, [secretColumn]: secret, [encryptedColumn]: encrypted_with }
}

import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The text of each file, by its path in the schema folder. */
export type SchemaFiles = Map<string, string>

const schemaFolder = fileURLToPath(new URL('../../apps/server/schema', import.meta.url))

/** Returns the paths of files below `part` that are missing, outdated or superfluous. */
export function findOutdatedFiles(part: 'postgres' | 'clickhouse', files: SchemaFiles): string[] {
  const stored = globSync(`${part}/**/*.sql`, { cwd: schemaFolder })
  const isOutdated = (path: string) => {
    const file = join(schemaFolder, path)
    return !existsSync(file) || readFileSync(file, 'utf8') !== files.get(path)
  }
  return [...new Set([...stored, ...files.keys()])].filter(isOutdated).sort()
}

/** Replaces the content of the schema folder. */
export async function writeSchemaFiles(files: SchemaFiles): Promise<void> {
  await rm(schemaFolder, { recursive: true, force: true })
  for (const [path, text] of files) {
    const file = join(schemaFolder, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }
}

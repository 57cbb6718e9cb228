import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const fixturesFolder = join(import.meta.dirname, '..')

export interface Fixture {
  folder: string
  /** The names of the release's migrations. */
  postgres: string[]
  clickhouse: string[]
}

/** Returns the fixtures of all releases, from the oldest to the newest. */
export async function listFixtures(): Promise<Fixture[]> {
  const folders = (await readdir(fixturesFolder)).map((name) => join(fixturesFolder, name))
  const fixtures = folders
    .filter((folder) => existsSync(join(folder, 'fixture.json')))
    .map(async (folder) => {
      const { migrations } = JSON.parse(await readFile(join(folder, 'fixture.json'), 'utf8'))
      return { folder, postgres: Object.keys(migrations.postgres), clickhouse: Object.keys(migrations.clickhouse) }
    })
  return (await Promise.all(fixtures)).sort((one, other) => one.postgres.length - other.postgres.length)
}

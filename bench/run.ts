// `npm run bench -- <name>` runs bench/<name>/<name>-bench.ts. Without a name, it lists the benches.
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

const [name] = process.argv.slice(2)
const script = join(import.meta.dirname, name ?? '', `${name}-bench.ts`)

if (name !== undefined && existsSync(script)) {
  await import(script)
} else {
  const folders = (await readdir(import.meta.dirname, { withFileTypes: true })).filter((entry) => entry.isDirectory())
  console.error(`Benches: ${folders.map((folder) => folder.name).join(', ')}. Run one with npm run bench -- <name>.`)
  process.exitCode = 1
}

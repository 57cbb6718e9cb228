// Fails if a capability has different names in the server, the dashboard and the contract. Each folder of the
// dashboard's features and of the contract must have the name of a server module, or of a folder in a module.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const modules = 'apps/server/src'
const namedLikeModules = ['apps/web/src/features', 'packages/contract/src']

/** Folders that belong to no single capability. */
const exceptions = ['packages/contract/src/addresses', 'packages/contract/src/examples', 'packages/contract/src/money']

/** Returns the folders below `root` whose name belongs to no module of the server. */
export function findUnknownCapabilities(root: string): string[] {
  const names = new Set(
    listFolders(root, modules).flatMap((module) =>
      [module, ...listFolders(root, module)].map((folder) => folder.slice(folder.lastIndexOf('/') + 1)),
    ),
  )
  return namedLikeModules
    .flatMap((parent) => listFolders(root, parent))
    .filter((folder) => !exceptions.includes(folder) && !names.has(folder.slice(folder.lastIndexOf('/') + 1)))
}

function listFolders(root: string, parent: string): string[] {
  return readdirSync(join(root, parent), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${parent}/${name}`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const unknown = findUnknownCapabilities(process.cwd())
  if (unknown.length > 0) {
    console.error(unknown.map((folder) => `${folder} has the name of no module in ${modules}`).join('\n'))
    process.exitCode = 1
  }
}

import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { contract } from '@linkshelf/contract'
import { defineConfig, type Plugin } from 'vite'
import { generateClientTypes } from './build/client-types.ts'
import { mapRoutes } from './build/procedures.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const routesId = 'virtual:routes'

/** Bundles the routes of the contract, and writes declarations that import nothing from other packages. */
function contractInClient(): Plugin {
  return {
    name: 'contract-in-client',
    resolveId: (id) => (id === routesId ? `\0${routesId}` : undefined),
    load: (id) => (id === `\0${routesId}` ? `export const routes = ${JSON.stringify(mapRoutes(contract))}` : undefined),
    closeBundle() {
      const tsc = fileURLToPath(import.meta.resolve('typescript/package.json')).replace('package.json', 'bin/tsc')
      execFileSync(process.execPath, [tsc, '-p', root, '--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--outDir', 'dist'], {
        cwd: root,
        stdio: ['ignore', 'inherit', 'inherit'],
      })
      writeFileSync(join(root, 'dist', 'client.d.ts'), generateClientTypes())
      for (const name of readdirSync(join(root, 'dist')).filter((file) => file.endsWith('.d.ts'))) {
        const file = join(root, 'dist', name)
        writeFileSync(file, readFileSync(file, 'utf8').replace(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"))
      }
    },
  }
}

export default defineConfig({
  root,
  plugins: [contractInClient()],
  build: { lib: { entry: 'src/index.ts', formats: ['es'], fileName: 'index' }, target: 'es2022', minify: true },
})

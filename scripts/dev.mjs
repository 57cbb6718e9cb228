// Runs the whole product, and reloads it after a change. Vite's dev server serves the dashboard. `linkshelf start` runs
// the rest, and its processes restart if a source file changes.
import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, createServer } from 'vite'
import { findFreePort } from '../apps/server/src/platform/process/free-port.ts'
import { createProxy } from '../apps/web/api-paths.ts'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const port = Number(process.env.PORT || 3000)
const appUrl = process.env.APP_URL || `http://localhost:${port}`
const apiPort = await findFreePort()

const env = { ...process.env, PORT: String(apiPort), APP_URL: appUrl }
const product = spawn(process.execPath, [join(root, 'apps', 'server', 'src', 'main.ts'), 'start'], {
  env,
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})
let isReady = false
product.on('message', ({ kind, message }) => {
  if (kind === 'ready') isReady = true
  else process.stderr.write(`${message}\n`)
})
product.once('exit', (code) => process.exit(code ?? 1))

const dashboard = await createServer({
  root: join(root, 'apps', 'web'),
  server: {
    port,
    strictPort: true,
    host: process.env.HOST || 'localhost',
    proxy: createProxy(`http://127.0.0.1:${apiPort}`),
  },
})
await dashboard.listen()

let timer
function restartSoon() {
  clearTimeout(timer)
  // A process that is not ready does not handle signals yet, and may not have loaded the change. So the restart is
  // tried again later.
  timer = setTimeout(() => (isReady ? product.kill('SIGHUP') : restartSoon()), 200)
}
// The server imports the built store pages and emails. A change rebuilds them, and then the server restarts.
for (const name of ['storefront', 'emails']) {
  await build({ root: join(root, 'packages', name), logLevel: 'warn', build: { watch: {}, emptyOutDir: false } })
  watch(join(root, 'packages', name, 'dist'), restartSoon)
}
for (const folder of ['apps/server/src', 'packages/contract/src']) {
  watch(join(root, folder), { recursive: true }, restartSoon)
}

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => product.kill('SIGTERM'))
if (process.send) process.on('disconnect', () => product.kill('SIGTERM'))

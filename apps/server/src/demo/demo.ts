// `npm run demo`: fills an instance with a demo account, whether the instance is running or stopped. Prints how to sign
// in.
import { fileURLToPath } from 'node:url'
import { readConfig } from '../config.ts'
import { openLog } from '../platform/process/log.ts'
import { StartError } from '../platform/process/start-error.ts'
import { startAllProcesses } from '../processes/start-all-processes.ts'
import { findStores } from '../processes/stores.ts'
import { type DemoSummary, fillDemo } from './fill-demo.ts'

const mainFile = fileURLToPath(new URL('../main.ts', import.meta.url))
const isJson = process.argv.includes('--json')

try {
  const config = readConfig(process.env)
  const isRunning = (await findStores(config.dataFolder)) !== undefined
  // With --json, standard output has nothing but JSON.
  const print = (line: string) => void process.stderr.write(`${line}\n`)
  const upgrade = { isBackupSkipped: false, print }
  const started = isRunning ? undefined : await startAllProcesses(config, mainFile, openLog('demo', 'warn'), upgrade)
  try {
    const summary = await fillDemo({ ...config, ...(await findStores(config.dataFolder)) })
    process.stdout.write(isJson ? `${JSON.stringify(summary)}\n` : toText(summary, isRunning))
  } finally {
    await started?.stop()
  }
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}

function toText({ app_url, email, password, api_key, links, clicks, store_url, products, views }: DemoSummary, isRunning: boolean): string {
  const where = isRunning ? `Sign in at ${app_url}` : `Run \`npm start\` and sign in at ${app_url}`
  const counts = `${links.length} links with ${clicks.toLocaleString('en')} clicks, and a store of ${products} products with ${views.toLocaleString('en')} page views`
  return `\n  Created ${counts}.\n\n  ${where}\n  E-mail    ${email}\n  Password  ${password}\n  API key   ${api_key}\n  Store     ${store_url}\n\n`
}

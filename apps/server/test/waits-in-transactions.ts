// Every test of the server runs with this: a transaction waits for nothing but PostgreSQL. A call that holds one of the
// few connections of a process while it waits for ClickHouse, a mail server, another site, a file or a child process
// stops everyone else's calls. Node reports each such operation as it begins, so a new client needs no code here. Mail
// has a fake in tests, which reports itself.
import { AsyncLocalStorage, createHook } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import { TransactionBuilder } from 'kysely'
import { afterEach } from 'vitest'

/** Operations of Node, by the type of their asynchronous resource. */
const systems: Readonly<Record<string, string>> = {
  HTTPCLIENTREQUEST: 'a request over HTTP',
  GETADDRINFOREQWRAP: 'a name server',
  QUERYWRAP: 'a name server',
  PROCESSWRAP: 'a child process',
  FSREQCALLBACK: 'a file',
  FSREQPROMISE: 'a file',
}

interface Watch {
  transaction: AsyncLocalStorage<{ isOpen: boolean }>
  waits: string[]
}

/** The files of a run share their modules, and this one is evaluated for each of them. */
const shared = globalThis as { linkshelfWaits?: Watch }
shared.linkshelfWaits ??= watch()
const { waits } = shared.linkshelfWaits

function watch(): Watch {
  const open: Watch['transaction'] = new AsyncLocalStorage()
  const { execute } = TransactionBuilder.prototype
  TransactionBuilder.prototype.execute = function (callback) {
    if (isOpenedByTest()) return execute.call(this, callback as never) as never
    return execute.call(this, async (tx) => {
      const state = { isOpen: true }
      try {
        return await open.run(state, () => callback(tx as never))
      } finally {
        state.isOpen = false
      }
    }) as never
  }
  createHook({
    trackPromises: false,
    init(_id, type) {
      const system = systems[type]
      if (system !== undefined) reportWait(system)
    },
  }).enable()
  subscribe('undici:request:create', () => reportWait('a request over HTTP'))
  return { transaction: open, waits: [] }
}

/** A test may hold a lock in a transaction of its own while it sends requests that wait for the lock. */
function isOpenedByTest(): boolean {
  const frames = new Error().stack
    ?.split('\n')
    .filter((frame) => frame.includes('/apps/server/') && !frame.includes('waits-in-transactions.ts'))
  return /\.test\.ts|\/apps\/server\/test\//.test(frames?.[0] ?? '')
}

/** Records that the present operation waits for the system, if it is part of a transaction. */
export function reportWait(system: string): void {
  // Undefined while the modules of the first file are loaded.
  if (shared.linkshelfWaits?.transaction.getStore()?.isOpen)
    shared.linkshelfWaits.waits.push(`${system}${new Error().stack?.replace(/^Error/, '')}`)
}

/** The waits that no test has seen yet. */
export function takeWaits(): string[] {
  return waits.splice(0)
}

afterEach(() => {
  const unseen = takeWaits()
  if (unseen.length > 0) throw new Error(`A transaction waited for ${unseen.join('\n')}`)
})

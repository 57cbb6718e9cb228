// Every server test checks with this file that a transaction waits for nothing but PostgreSQL. A process has few
// connections: if a call holds a connection while it waits for ClickHouse, a mail server, another site, a file or a
// child process, all other calls wait too. Node reports each of these operations when it begins, so a new client needs
// no code here. The mail client is fake in tests, so it reports its operations itself.
import { AsyncLocalStorage, createHook } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import { TransactionBuilder } from 'kysely'
import { afterEach } from 'vitest'

/** Node's operations, by the type of their asynchronous resource. */
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

/**
 * Test files of a run share their modules, but this module is evaluated for each test file. The global variable makes
 * all evaluations share one state.
 */
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

/**
 * Returns true if test code opened the transaction. Such a transaction is not watched, because a test can hold a lock
 * in its own transaction while it sends requests that wait for the lock.
 */
function isOpenedByTest(): boolean {
  const frames = new Error().stack
    ?.split('\n')
    .filter((frame) => frame.includes('/apps/server/') && !frame.includes('waits-in-transactions.ts'))
  return /\.test\.ts|\/apps\/server\/test\//.test(frames?.[0] ?? '')
}

/** If the current operation is part of a transaction, records that it waits for the system. */
export function reportWait(system: string): void {
  // The global state is undefined while the modules of the first test file are loaded.
  if (shared.linkshelfWaits?.transaction.getStore()?.isOpen)
    shared.linkshelfWaits.waits.push(`${system}${new Error().stack?.replace(/^Error/, '')}`)
}

/** Returns and clears the recorded waits. */
export function takeWaits(): string[] {
  return waits.splice(0)
}

afterEach(() => {
  const unseen = takeWaits()
  if (unseen.length > 0) throw new Error(`A transaction waited for ${unseen.join('\n')}`)
})

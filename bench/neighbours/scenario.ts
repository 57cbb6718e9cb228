import type { Organization, Project } from '@linkshelf/contract'
import pg from 'pg'
import type { ApiClient } from '../../apps/server/src/demo/api-client.ts'
import type { Instance } from '../../harness/run-linkshelf.ts'
import { readStoreAddresses } from '../../harness/run-part.ts'

/** An account on the Free plan, with its organization and project. */
export interface Account {
  email: string
  password: string
  /** An access token for requests that are sent without the client. */
  token: string
  client: ApiClient
  organization: Organization
  project: Project
  /** The ids of the organization and the project, as parameters of calls. */
  params: { orgId: string; projectId: string }
}

export interface Neighbours {
  instance: Instance
  /** The first of `attackers`. */
  attacker: Account
  /** Three unrelated accounts. */
  attackers: readonly [Account, Account, Account]
  neighbour: Account
}

/** An attack by one or several accounts, and the request that another account sends during the attack. */
export interface Scenario {
  /** Names the attack and the neighbour's request in a few words. */
  name: string
  /** Settings of the instance, as environment variables. */
  environment?: Record<string, string>
  /** Runs before anything is measured. */
  prepare?(neighbours: Neighbours): Promise<unknown>
  /** Attacks until the signal is aborted. Errors of the attacker's own requests are expected and not thrown. */
  attack(neighbours: Neighbours, signal: AbortSignal): Promise<unknown>
  /** Sends one request of the neighbour, whose duration is measured. Throws if the request fails. */
  request(neighbours: Neighbours): Promise<unknown>
}

/** Runs the work repeatedly in `atOnce` concurrent loops until the signal is aborted. Ignores errors of the work. */
export async function repeat(atOnce: number, signal: AbortSignal, work: () => Promise<unknown>): Promise<void> {
  const worker = async () => {
    while (!signal.aborted) await work().catch(() => undefined)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

/** Runs one statement as the owner of the instance's database. Returns its rows. */
export async function queryAsOwner(instance: Instance, text: string, values: unknown[]): Promise<object[]> {
  const client = new pg.Client({ connectionString: (await readStoreAddresses(instance)).databaseUrl })
  await client.connect()
  const { rows } = await client.query<object>(text, values).finally(() => client.end())
  return rows
}

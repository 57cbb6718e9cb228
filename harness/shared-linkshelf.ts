import { inject } from 'vitest'
import type { Instance } from './run-linkshelf.ts'

export type SharedLinkshelf = Pick<Instance, 'appUrl' | 'linksUrl' | 'dataFolder' | 'environment'>

/**
 * The instance that journeys share, each with accounts and names of its own. A journey that stops or changes a part
 * of the product, or runs jobs elsewhere, starts an instance of its own.
 */
export async function getSharedLinkshelf(): Promise<SharedLinkshelf> {
  const response = await fetch(inject('sharedLinkshelfUrl'))
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as SharedLinkshelf
}

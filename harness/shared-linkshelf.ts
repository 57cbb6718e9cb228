import { inject } from 'vitest'
import type { Instance } from './run-linkshelf.ts'

export type SharedLinkshelf = Pick<Instance, 'appUrl' | 'linksUrl' | 'dataFolder' | 'environment'>

/**
 * Returns the instance that journeys share. Each journey must use its own accounts and names. A journey must start its
 * own instance if it stops or changes a part of the product, or if it runs jobs outside of the shared instance.
 */
export async function getSharedLinkshelf(): Promise<SharedLinkshelf> {
  const response = await fetch(inject('sharedLinkshelfUrl'))
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as SharedLinkshelf
}

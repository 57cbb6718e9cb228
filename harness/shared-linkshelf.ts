import { inject } from 'vitest'
import type { Instance } from './run-linkshelf.ts'

export type SharedLinkshelf = Pick<Instance, 'appUrl' | 'linksUrl' | 'dataFolder' | 'environment'>

/**
 * Returns the instance that journeys share. Each journey must use its own accounts and names. If a journey stops or
 * changes a part of the product, or runs jobs elsewhere, it must start its own instance.
 */
export async function getSharedLinkshelf(): Promise<SharedLinkshelf> {
  const response = await fetch(inject('sharedLinkshelfUrl'))
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as SharedLinkshelf
}

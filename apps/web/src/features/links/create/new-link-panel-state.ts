import type { Link } from '@linkshelf/contract'
import { useSyncExternalStore } from 'react'
import type { ProjectScope } from '../../../api/api.ts'

/** The content of the panel below the add-link bar. */
export type NewLinkContent =
  | {
      kind: 'created'
      scope: ProjectScope
      link: Link
      /** False if the link already existed. */
      isNew: boolean
      isCopied: boolean
      /** The name of the link's project if that is not the current project. */
      otherProject: string | undefined
    }
  | { kind: 'several'; scope: ProjectScope; targets: readonly string[] }

const sharedKey = 'linkshelf.shared-page'
let content: NewLinkContent | undefined
const listeners = new Set<() => void>()

export function useNewLinkPanel(): NewLinkContent | undefined {
  return useSyncExternalStore(subscribe, () => content)
}

/** Opens the panel with this content. If the panel is already open, replaces its content. */
export function openNewLinkPanel(next: NewLinkContent): void {
  setContent(next)
}

export function closeNewLinkPanel(): void {
  setContent(undefined)
}

/**
 * Returns the query string with which another app shared a page. Null if no page was shared, or if its panel was
 * closed.
 */
export function useSharedPage(): string | null {
  return useSyncExternalStore(subscribe, () => sessionStorage.getItem(sharedKey))
}

export function storeSharedPage(query: string): void {
  sessionStorage.setItem(sharedKey, query)
  notify()
}

export function removeSharedPage(): void {
  sessionStorage.removeItem(sharedKey)
  notify()
}

function setContent(next: NewLinkContent | undefined): void {
  content = next
  notify()
}

function notify(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

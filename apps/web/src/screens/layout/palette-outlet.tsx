import type { FeedbackDraft } from '@linkshelf/contract'
import { type RefObject, useImperativeHandle, useState } from 'react'
import { lazyComponent, usePreload } from '../../ui/lazy-component.tsx'
import { LazyBoundary } from '../../ui/states/lazy-boundary.tsx'

const CommandPalette = lazyComponent(() => import('../command-palette/command-palette.tsx').then((module) => module.CommandPalette))
/** Phones have no keys that open it, and load it when it is opened. */
const preloaded = window.matchMedia('(hover: hover)').matches ? [CommandPalette] : []

interface PaletteOutletProps {
  /** Receives a function that opens or closes the palette. */
  toggle: RefObject<(() => void) | null>
  draft: RefObject<FeedbackDraft>
}

/**
 * The command palette opens here. This component has its state, not the layout, so that the key press which opens
 * it renders nothing else.
 */
export function PaletteOutlet({ toggle, draft }: PaletteOutletProps) {
  const [toggles, setToggles] = useState(0)
  useImperativeHandle(toggle, () => () => setToggles((before) => before + 1), [])
  usePreload(preloaded)

  if (toggles === 0) return null
  return (
    <LazyBoundary onError={() => setToggles(0)}>
      <CommandPalette toggles={toggles} draft={draft} />
    </LazyBoundary>
  )
}

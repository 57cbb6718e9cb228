import type { QrConfig } from '@linkshelf/contract'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'

/** A drag passes through hundreds of colors; the last one is saved. */
const debounceMs = 300

type Colors = Partial<Pick<QrConfig, 'color' | 'background_color'>>

/**
 * Colors that are shown at once, and saved debounced while they are dragged; a color that is not
 * dragged is saved immediately.
 */
export function useDebouncedColors(onSave: (colors: Colors) => void) {
  const [unsaved, setUnsaved] = useState<Colors>({})

  const save = useDebouncedCallback(
    (colors: Colors) => {
      setUnsaved({})
      onSave(colors)
    },
    { delay: debounceMs, flushOnUnmount: true },
  )

  function setColor(colors: Colors, isDragged: boolean): void {
    const next = { ...unsaved, ...colors }
    setUnsaved(next)
    save(next)
    if (!isDragged) save.flush()
  }

  /** Discards a color that is not saved yet. */
  function discard(): void {
    save.cancel()
    setUnsaved({})
  }

  return { unsaved, setColor, discard }
}

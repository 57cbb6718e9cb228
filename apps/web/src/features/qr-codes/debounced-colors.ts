import type { QrConfig } from '@linkshelf/contract'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'

/** A colour is saved once it has rested this long: a drag passes through hundreds. */
const restMs = 300

type Colors = Partial<Pick<QrConfig, 'color' | 'background_color'>>

/** Colours under the hand of somebody who drags: shown at once, handed on when they rest. A colour that is not dragged is handed on right away. */
export function useDebouncedColors(onRest: (colors: Colors) => void) {
  const [moving, setMoving] = useState<Colors>({})

  const rest = useDebouncedCallback(
    (colors: Colors) => {
      setMoving({})
      onRest(colors)
    },
    { delay: restMs, flushOnUnmount: true },
  )

  function setColor(colors: Colors, isDragged: boolean): void {
    const next = { ...moving, ...colors }
    setMoving(next)
    rest(next)
    if (!isDragged) rest.flush()
  }

  /** Forgets a colour that does not rest yet: what comes next decides. */
  function dropMoving(): void {
    rest.cancel()
    setMoving({})
  }

  return { moving, setColor, dropMoving }
}

import { useEffect } from 'react'
import { whenIdle } from '../browser/when-idle.ts'
import type { LazyComponent } from '../lazy-component.tsx'

/**
 * Loads the code of what a screen shows once its data is loaded, while that loads. Without it, the part would send its
 * calls only after its code has loaded. `parts` must be the same array in each render.
 */
export function usePreload(parts: readonly Pick<LazyComponent<object>, 'preload'>[]): void {
  useEffect(() => {
    void whenIdle().then(() => {
      for (const part of parts) void part.preload()
    })
  }, [parts])
}

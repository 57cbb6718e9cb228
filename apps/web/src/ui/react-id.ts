import { useId as useReactId } from 'react'

/**
 * The id of an element for the library's components, which `vite.config.ts` gives them in place of the library's hook: that one sets a random id after the first
 * render, so that React renders every field and menu a second time, in one task with all effects.
 */
export function useId(staticId?: string): string {
  const id = useReactId()
  return staticId ?? `mantine-${id}`
}

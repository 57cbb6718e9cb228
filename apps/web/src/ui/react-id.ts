import { useId as useReactId } from 'react'

/**
 * Returns the id of an element. `vite.config.ts` gives this hook to the library's components, because the library's
 * own hook sets a random id after the first render, so that React renders every field and menu a second time, in one
 * task with all effects.
 */
export function useId(staticId?: string): string {
  const id = useReactId()
  return staticId ?? `mantine-${id}`
}

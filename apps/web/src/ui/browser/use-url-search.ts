import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'

interface UrlSearch {
  /** The search is in the URL, so that a view can be shared. */
  search: string
  /** The text in the search field. The URL follows after the debounce. */
  typed: string
  type: (text: string) => void
  /**
   * Clears the search and changes other parameters in one update, because two changes of the URL at the same time would
   * undo each other.
   */
  clear: (others?: Readonly<Record<string, string>>) => void
}

/** Returns the search term, which is stored in the URL parameter `search`. */
export function useUrlSearch({ maxLength, debounceMs }: { maxLength: number; debounceMs: number }): UrlSearch {
  const [params, setParams] = useSearchParams()
  const search = (params.get('search') ?? '').slice(0, maxLength)
  const [typed, setTyped] = useState(search)
  const last = useRef(search)

  function apply(text: string, others: Readonly<Record<string, string>> = {}): void {
    last.current = text
    setParams((before) => changeParams(before, { ...others, search: text }), { replace: true })
  }

  const applyLater = useDebouncedCallback((text: string) => apply(text.trim()), debounceMs)

  // If something other than the search field changes the URL, such as a link or the back button, the URL's search
  // replaces the typed text.
  useEffect(() => {
    if (last.current === search) return
    last.current = search
    applyLater.cancel()
    setTyped(search)
  }, [search, applyLater])

  return {
    search,
    typed,
    type: (text) => {
      setTyped(text)
      applyLater(text)
    },
    clear: (others) => {
      applyLater.cancel()
      setTyped('')
      apply('', others)
    },
  }
}

/** Returns a copy of the parameters with the changes. An empty value removes its parameter. */
export function changeParams(before: URLSearchParams, changes: Readonly<Record<string, string>>): URLSearchParams {
  const after = new URLSearchParams(before)
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') after.delete(name)
    else after.set(name, value)
  }
  return after
}

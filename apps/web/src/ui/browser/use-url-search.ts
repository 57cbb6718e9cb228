import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'

interface UrlSearch {
  /** The search is in the URL, so that a view can be shared. */
  search: string
  /** The text in the search field, ahead of the URL by the debounce. */
  typed: string
  type: (text: string) => void
  /** Clears the search, and changes other parameters with it: two changes of a URL at once would undo each other. */
  clear: (others?: Readonly<Record<string, string>>) => void
}

/** Returns a search term in the parameter `search` of the URL. */
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

  // A URL that changed by other means (a link, the back button) replaces what was typed.
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

/** Returns the parameters with changes; an empty value removes its parameter. */
export function changeParams(before: URLSearchParams, changes: Readonly<Record<string, string>>): URLSearchParams {
  const after = new URLSearchParams(before)
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') after.delete(name)
    else after.set(name, value)
  }
  return after
}

import { useLayoutEffect } from 'react'

/** For a page with a save bar: a field that gets the focus is scrolled clear of the bar, and toasts stay above it. */
export function useSaveBar(): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset.saveBar = ''
    return () => {
      delete dataset.saveBar
    }
  }, [])
}

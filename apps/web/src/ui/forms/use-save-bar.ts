import { useLayoutEffect } from 'react'

/** Prepares a page for a save bar: a field that gets the focus scrolls clear of the bar, and toasts stay above it. */
export function useSaveBar(): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset.saveBar = ''
    return () => {
      delete dataset.saveBar
    }
  }, [])
}

import { useEffect, useRef, useState } from 'react'

/** For what stands in for an OnDemand button: it takes the focus of that button, then opens, so that closing gives the focus back. */
export function useStandIn() {
  const scope = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)

  useEffect(() => {
    scope.current?.querySelector('button')?.focus()
    setOpen(true)
  }, [])

  return { scope, isOpen, setOpen }
}

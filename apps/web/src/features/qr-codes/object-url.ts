import { useEffect, useState } from 'react'

/** An address for a picture in memory, given back to the browser when the picture changes or leaves the screen. */
export function useObjectUrl(picture: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>()

  useEffect(() => {
    if (picture === undefined) return undefined
    const made = URL.createObjectURL(picture)
    setAddress(made)
    return () => {
      setAddress(undefined)
      URL.revokeObjectURL(made)
    }
  }, [picture])

  return address
}

import { useEffect, useState } from 'react'

/** The object URL of a picture, revoked when the picture changes or is unmounted. */
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

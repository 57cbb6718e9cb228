import { qrMessages } from '@linkshelf/contract'
import { Button, Skeleton } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { toErrorDetails } from '../../ui/error-details.ts'
import { useRetry } from '../../ui/states/use-retry.ts'
import classes from './qr-picture.module.css'

interface QrPictureProps {
  picture: Blob | undefined
  leadsTo: string
  isTransparent: boolean
  /** True while a change is being saved, or while the picture still shows earlier options. */
  isChanging: boolean
  /** Set if the picture could not be loaded. */
  failure: PictureFailure | undefined
}

interface PictureFailure {
  error: unknown
  onRetry: () => unknown
}

/** Shows the QR code in a square of constant size. It has three states: loading, error and ready. */
export function QrPicture({ picture, leadsTo, isTransparent, isChanging, failure }: QrPictureProps) {
  const address = useObjectUrl(picture)

  if (failure !== undefined) return <NoPicture {...failure} />
  if (address === undefined) {
    return (
      <div className={classes.square} role="status" aria-label="Loading QR code">
        <Skeleton height="100%" radius="md" />
      </div>
    )
  }
  return (
    <div className={classes.square} data-transparent={isTransparent || undefined} aria-busy={isChanging}>
      <img src={address} alt={`QR code that leads to ${leadsTo}`} className={classes.picture} />
    </div>
  )
}

function NoPicture({ error, onRetry }: PictureFailure) {
  const { correlationId } = useMemo(() => toErrorDetails(error), [error])
  const { button, isRetrying, retry } = useRetry(onRetry)
  return (
    <div className={classes.square} data-failed role="alert">
      <p className={classes.failure}>{qrMessages.fetchFailed}</p>
      <Button ref={button} size="xs" variant="default" loading={isRetrying} onClick={retry}>
        Retry
      </Button>
      <small className={classes.id}>
        Correlation ID <code>{correlationId}</code>
      </small>
    </div>
  )
}

/** Returns the object URL of a picture. The URL is revoked when the picture changes or the component unmounts. */
function useObjectUrl(picture: Blob | undefined): string | undefined {
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

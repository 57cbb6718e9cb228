import { useNetwork } from '@mantine/hooks'
import { IconWifiOff } from '@tabler/icons-react'
import classes from './offline-notice.module.css'

/** Shown for as long as the browser has no network. */
export function OfflineNotice() {
  const { online } = useNetwork()
  return (
    <div role="status">
      {!online && (
        <p className={classes.notice}>
          <IconWifiOff aria-hidden size={18} stroke={1.6} />
          You are offline. Changes can’t be saved until the connection is back.
        </p>
      )}
    </div>
  )
}

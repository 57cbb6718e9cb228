import { storeMessages } from '@linkshelf/contract'
import classes from './free-plan-notice.module.css'

export function FreePlanNotice() {
  return (
    <p className={classes.notice} role="note">
      {storeMessages.temporaryAccess}
    </p>
  )
}

import { type ReactNode, useId } from 'react'
import classes from './picture-field.module.css'

interface PictureFieldProps {
  label: string
  /** Why a picture was rejected. */
  message: ReactNode
  isBusy?: boolean
  /** The picture, where it is dropped, and the field for its address. */
  children: ReactNode
}

/** A picture of a form, with its label and what is wrong with it. */
export function PictureField({ label, message, isBusy, children }: PictureFieldProps) {
  const messageId = useId()
  return (
    <fieldset className={classes.field} aria-describedby={message ? messageId : undefined} aria-busy={isBusy}>
      <legend className={classes.legend}>{label}</legend>
      {children}
      {message ? (
        <p id={messageId} className={classes.message} role="alert">
          {message}
        </p>
      ) : null}
    </fieldset>
  )
}

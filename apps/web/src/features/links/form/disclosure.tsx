import { IconChevronDown } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import classes from './link-fields.module.css'

interface DisclosureProps {
  label: string
  isOpenAtFirst?: boolean
  /** Whether a dialog opens at this section. The section is then open, in view, and has the focus. */
  isFirst?: boolean
  children: React.ReactNode
}

/**
 * A section of the form that is closed until the user opens it, or until one of its fields has an error and gets the
 * focus. Its content is rendered when it is opened first, and then stays.
 */
export function Disclosure({ label, isOpenAtFirst = false, isFirst = false, children }: DisclosureProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst || isFirst)
  const [wasOpened, setOpened] = useState(isOpenAtFirst || isFirst)
  const section = useRef<HTMLDetailsElement>(null)
  // The dialog focuses the section without scrolling to it.
  useEffect(() => {
    if (isFirst) section.current?.scrollIntoView()
  }, [isFirst])

  return (
    <details
      ref={section}
      className={classes.disclosure}
      open={isOpen}
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open)
        if (currentTarget.open) setOpened(true)
      }}
    >
      <summary className={classes.summary} data-autofocus={isFirst || undefined}>
        <IconChevronDown aria-hidden size={16} stroke={1.8} />
        {label}
      </summary>
      {wasOpened && children}
    </details>
  )
}

import { storeThemes } from '@linkshelf/contract'
import { Skeleton } from '@mantine/core'
import classes from './theme-choice.module.css'

/** A skeleton with the height of the theme choice, shown while the code of the theme choice loads. */
export function ThemeChoiceSkeleton() {
  return (
    <div className={classes.choice} aria-hidden>
      <span className={classes.legend}>Theme</span>
      <div className={classes.themes}>
        {Object.keys(storeThemes).map((theme) => (
          <div key={theme} className={classes.theme}>
            <Skeleton className={classes.frame} />
            <span className={classes.name}>&nbsp;</span>
          </div>
        ))}
      </div>
      <Skeleton h="2.25rem" w="12rem" />
    </div>
  )
}

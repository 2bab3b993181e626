/** The days that advice is drawn from: a week may be chance, a month is a state of things. */
export const ADVICE_WINDOW = '28d'

/** In points; less would be shown as 0: not worth anybody's time. */
export const MIN_LIFT = 0.5

/** New advice of one kind at a time; what is known stays as long as its evidence does. */
export const MOST_OF_A_KIND = 5

/** How much thinner the evidence of what is known already may be, so that nothing comes and goes with chance. */
export const KNOWN_SLACK = 0.7

import { randomBytes } from 'node:crypto'

/** Marks where text from outside begins and ends in what a model is asked: nobody who wrote the text can know it. */
export const newDelimiter = (): string => `data-${randomBytes(9).toString('hex')}`

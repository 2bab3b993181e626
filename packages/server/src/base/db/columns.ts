import type { ColumnType } from 'kysely'

/** Set by the database when left out. */
export type Default<Type> = ColumnType<Type, Type | undefined, Type>
/** Written as JSON text, read as a value. */
export type Json<Type> = ColumnType<Type, string, string>

/** A reason for the user. The command ends with status 2. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
}

/** A wrong line. The command refers to its help. */
export class WrongUsage extends CommandFailure {}

/** Answers questions of the bench over IPC: the message `{id, ask, facts}` gets `{id, answer}` or `{id, error}`. */
exports.answerQuestions = (answers) => {
  process.on('message', async ({ id, ask, facts }) => {
    if (!ask) return;
    try {
      process.send({ id, answer: (await answers[ask](facts)) ?? null });
    } catch (error) {
      process.send({ id, error: error.stack });
    }
  });
  process.on('disconnect', () => process.exit());
};

/** CPU time of this process, in ms. */
exports.cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** A clock that all processes of a machine share, in ms. */
exports.now = () => Number(process.hrtime.bigint()) / 1e6;

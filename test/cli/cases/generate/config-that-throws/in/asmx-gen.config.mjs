throw new Error('no such variable');
